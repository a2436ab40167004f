/** The order of a list: buttons side by side, of which one is pressed. */

export function OrderChoice<Order extends string>({
  label,
  orders,
  selected,
  onChoose,
  className,
  buttonClassName,
}: {
  label: string
  orders: readonly { value: Order; name: string }[]
  selected: Order
  onChoose: (order: Order) => void
  className: string
  buttonClassName: string
}) {
  return (
    <div role="group" aria-label={label} className={className}>
      {orders.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          aria-pressed={selected === value}
          onClick={() => onChoose(value)}
          className={buttonClassName}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
