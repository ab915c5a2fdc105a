type Filling = readonly Node[] | Promise<readonly Node[]>;

// A page has thousands of details elements; each gets its content when it is first opened.
const fillings = new WeakMap<HTMLDetailsElement, () => Filling>();

/** Fills a details element when it is first opened. */
export function lazy(details: HTMLDetailsElement, fill: () => Filling): HTMLDetailsElement {
  fillings.set(details, fill);
  return details;
}

/** Opens a details element and waits until its content is there. */
export async function openDetails(details: HTMLDetailsElement): Promise<void> {
  details.open = true;
  await fillDetails(details);
}

async function fillDetails(details: HTMLDetailsElement): Promise<void> {
  const fill = fillings.get(details);
  if (fill === undefined) return;
  fillings.delete(details);
  const content = fill();
  details.append(...(content instanceof Promise ? await content : content));
}

/** Fills details elements that the reader opens. */
export function startLazy(): void {
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open) void fillDetails(target);
    },
    true,
  );
}
