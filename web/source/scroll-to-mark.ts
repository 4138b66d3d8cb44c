/** Part of the visible height that stays above the mark, so that what leads up to it can be read. */
const contextAbove = 0.3;

/** Pixels above a picture that is scrolled to. */
const gapAbove = 12;

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

/** The picture that a mark in a caption is about: over it, or over the description before it. */
function pictureOver(mark: Element): Element | null | undefined {
  const run = mark.closest('.run-figure');
  return run?.querySelector('.run-picture') ?? run?.previousElementSibling?.querySelector('.run-picture');
}

/**
 * Scrolls a container to its first `<mark>`, or to its beginning, and the table around it sideways, to the cell that
 * was asked for where there is one. Blocks above the mark have estimated heights until they come near the view, so the
 * place is corrected once they are laid out. Returns what cancels the correction.
 */
export function scrollToMark(container: HTMLElement): () => void {
  const scroll = () => {
    const mark = container.querySelector('mark');
    if (!mark) {
      container.scrollTop = 0;
      return;
    }
    const picture = pictureOver(mark);
    const above = container.clientHeight * contextAbove;
    const target = Math.min(topOf(mark) - above, picture ? topOf(picture) - gapAbove : Infinity);
    container.scrollTop += target - topOf(container);
    // A table can be wider than the page, and the row that is cited begins far from the cell that was asked for.
    const cell = container.querySelector('.table-cell-asked') ?? mark.closest('td, th');
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  scroll();
  const frame = requestAnimationFrame(scroll);
  return () => cancelAnimationFrame(frame);
}
