/** The ten colours of the brand, for the demo artwork. */

export const ink = '#1b1524'
export const beige = '#f6eee2'
export const cream = '#fffaf0'
export const purple = '#5a35e0'
export const plum = '#2a1648'
export const orange = '#ff7a1a'
export const amber = '#ffd27a'
export const pink = '#ff8fb8'
export const magenta = '#d6246e'
export const mint = '#5ee6b3'
