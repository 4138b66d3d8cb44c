/** Who a message is by, as it is shown over it: also who wrote it first where it is forwarded. */
export function telegramAuthor(sender: string, first: string): string {
  const name = sender || '?';
  return first === '' ? name : `${name} (forwarded from ${first})`;
}
