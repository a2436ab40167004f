/** Draws an outlined icon from its shapes. The icons are those of icon.tsx; the build substitutes this for the icon
 * library's own component (scripts/lean-icons.ts). */
import { createElement, type SVGProps } from 'react'

type Shapes = { node: readonly [tag: string, attributes: Readonly<Record<string, string>>][] }
type LineIconProps = SVGProps<SVGSVGElement> & { size?: number }

/** In the unit of the style sheet, which grows with the text. */
export function iconSize(size: number) {
  const side = `calc(var(--icon)*${size})`
  return { width: side, height: side }
}

export function createLineIcon({ node }: Shapes) {
  return function LineIcon({ size = 24, ...rest }: LineIconProps) {
    const isNamed = rest.role !== undefined || rest['aria-label'] !== undefined
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        style: iconSize(size),
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': isNamed ? undefined : true,
        ...rest,
      },
      node.map(([tag, { key, ...attributes }]) => createElement(tag, { key, ...attributes })),
    )
  }
}
