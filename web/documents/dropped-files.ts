/** A file with the name that its document is to go by: its path below the folder that was given. */
export interface NamedFile {
  readonly name: string;
  readonly file: File;
}

/** Whether something that is dragged has files in it. */
export function hasFiles({ types }: Pick<DataTransfer, 'types'>): boolean {
  return types.includes('Files');
}

/**
 * All files of what was dropped, those in folders with their path. Must be called while the event is handled: after
 * that a browser has forgotten what was dropped.
 */
export function droppedFiles({ items }: DataTransfer): Promise<readonly NamedFile[]> {
  const entries: FileSystemEntry[] = [];
  const loose: NamedFile[] = [];
  for (const item of Array.from(items)) {
    const entry = item.webkitGetAsEntry();
    const file = entry ? null : item.getAsFile();
    if (entry) entries.push(entry);
    // A picture that is dragged from another page lies in no folder.
    else if (file) loose.push({ name: file.name, file });
  }
  return filesOf(entries).then((found) => [...loose, ...found]);
}

/** The files of a field for files or for a folder. */
export function chosenFiles(files: FileList | null): readonly NamedFile[] {
  return Array.from(files ?? [], (file) => ({ name: file.webkitRelativePath || file.name, file })).filter(
    ({ name }) => !isHidden(name),
  );
}

async function filesOf(entries: readonly FileSystemEntry[]): Promise<readonly NamedFile[]> {
  const lists = await Promise.all(entries.filter(({ name }) => !isHidden(name)).map(filesOfEntry));
  return lists.flat();
}

async function filesOfEntry(entry: FileSystemEntry): Promise<readonly NamedFile[]> {
  if (entry.isDirectory) return filesOf(await entriesOf(entry as FileSystemDirectoryEntry));
  const { promise, resolve, reject } = Promise.withResolvers<File>();
  (entry as FileSystemFileEntry).file(resolve, reject);
  return [{ name: entry.fullPath.replace(/^\//, ''), file: await promise }];
}

/** A folder is read in parts, of which the last is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<FileSystemEntry[]>();
    reader.readEntries(resolve, reject);
    const part = await promise;
    if (part.length === 0) return all;
    all.push(...part);
  }
}

/** Names that systems hide, such as `.DS_Store` and `.git`, as an ingest of a folder leaves them out. */
function isHidden(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.'));
}
