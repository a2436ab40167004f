/** Orders as lists of ids: moving one, and showing items in an order that is not saved yet. */

/** Moves one id to another index, counted from 0. */
export function moveTo(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(Math.max(0, Math.min(place, others.length)), 0, id)
}

/** Sorts items by the wanted order; items not in it come last, in their current order. */
export function orderBy<Item extends { id: string }>(items: readonly Item[], wanted: readonly string[] | null): Item[] {
  if (!wanted) return [...items]
  const places = new Map(wanted.map((id, place) => [id, place]))
  const placeOf = ({ id }: Item) => places.get(id) ?? wanted.length
  return items.toSorted((one, other) => placeOf(one) - placeOf(other))
}
