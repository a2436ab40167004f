/** The shapes of the demo artwork, as SVG text. No fonts, gradients or images. */

export const size = 1_400

const short = (value: number) => String(Math.round(value * 10) / 10)

export function rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  const round = radius ? ` rx="${short(radius)}"` : ''
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${round} fill="${fill}"/>`
}

export function ground(fill: string): string {
  return rect(0, 0, size, size, fill)
}

export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"/>`
}

export function ring(x: number, y: number, radius: number, width: number, stroke: string): string {
  const place = `cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"`
  return `<circle ${place} fill="none" stroke="${stroke}" stroke-width="${short(width)}"/>`
}

export function shape(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}"/>`
}

export function line(path: string, stroke: string, width: number, cap: 'butt' | 'round' = 'round'): string {
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${short(width)}" stroke-linecap="${cap}" stroke-linejoin="round"/>`
}

export function polygon(points: readonly (readonly [number, number])[], fill: string): string {
  return shape(`M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}Z`, fill)
}

/** Half a disc; 0 degrees has the flat side below, 90 turns it to the right. */
export function halfDisc(x: number, y: number, radius: number, degrees: number, fill: string): string {
  const reach = short(radius)
  return turned(`M-${reach} 0A${reach} ${reach} 0 0 1 ${reach} 0Z`, x, y, degrees, fill)
}

/** A quarter disc with its corner at x, y; 0 degrees opens to the right and down. */
export function quarter(x: number, y: number, radius: number, degrees: number, fill: string): string {
  const reach = short(radius)
  return turned(`M0 0H${reach}A${reach} ${reach} 0 0 1 0 ${reach}Z`, x, y, degrees, fill)
}

function turned(path: string, x: number, y: number, degrees: number, fill: string): string {
  return `<path d="${path}" transform="translate(${short(x)} ${short(y)}) rotate(${degrees})" fill="${fill}"/>`
}

/** A doorway: straight sides and a round top. */
export function arch(x: number, bottom: number, width: number, height: number, fill: string): string {
  const reach = short(width / 2)
  const base = short(bottom)
  const top = short(bottom - height + width / 2)
  const [left, right] = [short(x - width / 2), short(x + width / 2)]
  return shape(`M${left} ${base}V${top}A${reach} ${reach} 0 0 1 ${right} ${top}V${base}Z`, fill)
}

/** The bolt of the logo, in a box of 118 by 188, scaled. */
export function bolt(x: number, y: number, scale: number, fill: string): string {
  return `<path d="M86 6 16 104h46L40 194l78-106H70z" transform="translate(${short(x)} ${short(y)}) scale(${scale})" fill="${fill}"/>`
}

/** Water or hills: everything below a row of even waves. */
export function waves(y: number, length: number, height: number, shift: number, fill: string): string {
  let path = `M${short(-length * 2 + shift)} ${short(y)}`
  for (let x = -length * 2 + shift; x < size + length; x += length) {
    path += `q${short(length / 4)} ${short(-height)} ${short(length / 2)} 0t${short(length / 2)} 0`
  }
  return shape(`${path}V${size + 50}H${short(-length * 2)}Z`, fill)
}

export function clip(id: string, outline: string, content: string): string {
  return `<clipPath id="${id}">${outline}</clipPath><g clip-path="url(#${id})">${content}</g>`
}
