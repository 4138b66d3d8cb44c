declare module 'picomatch' {
  interface Options {
    /** Match names that begin with a dot like any other. */
    dot?: boolean;
  }
  /** Compiles one glob or several; the result tells whether a path with forward slashes matches any of them. */
  export default function picomatch(
    glob: string | readonly string[],
    options?: Options,
  ): (path: string) => boolean;
}
