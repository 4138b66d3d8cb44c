/** The marks around what a page draws, from the outermost to the innermost (ISO 32000-1, 14.6). */
export class MarkStack {
  readonly #marks: { readonly id: string | undefined; readonly isArtifact: boolean }[] = [];

  /** Enters or leaves a mark. */
  pass({ type, id, tag }: { readonly type: string; readonly id?: string; readonly tag?: string }): void {
    if (type === 'endMarkedContent') this.#marks.pop();
    else this.#marks.push({ id: id ?? this.id, isArtifact: this.isArtifact || tag === 'Artifact' });
  }

  /** Identifier of the innermost mark that has one. */
  get id(): string | undefined {
    return this.#marks.at(-1)?.id;
  }

  /** Whether this is a running head, a page number, a watermark: no content. */
  get isArtifact(): boolean {
    return this.#marks.at(-1)?.isArtifact ?? false;
  }
}
