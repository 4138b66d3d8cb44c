/**
 * Lets what is selected be copied as its text where formulas are in it, so that they are copied as the TeX that they
 * are in their document. What is selected in a field is left to the browser.
 */
export function copySelectedText(event: ClipboardEvent): void {
  const selection = window.getSelection();
  const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null;
  if (isField || !event.clipboardData || !selection || selection.rangeCount === 0) return;
  if (!selection.getRangeAt(0).cloneContents().querySelector('.formula')) return;
  event.clipboardData.setData('text/plain', selection.toString());
  event.preventDefault();
}
