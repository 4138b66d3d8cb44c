/** Part of the visible height that stays above the mark, so that what leads up to it can be read. */
const contextAbove = 0.3;

/**
 * Scrolls a container to its first `<mark>`, or to its beginning, and the table around it sideways. Blocks above the
 * mark have estimated heights until they come near the view, so the place is corrected once they are laid out. Returns
 * what cancels the correction.
 */
export function scrollToMark(container: HTMLElement): () => void {
  const scroll = () => {
    const mark = container.querySelector('mark');
    if (!mark) {
      container.scrollTop = 0;
      return;
    }
    const offset = mark.getBoundingClientRect().top - container.getBoundingClientRect().top;
    container.scrollTop += offset - container.clientHeight * contextAbove;
    // A table can be wider than the page.
    mark.closest('td, th')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  scroll();
  const frame = requestAnimationFrame(scroll);
  return () => cancelAnimationFrame(frame);
}
