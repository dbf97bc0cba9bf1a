import type { ListedFile } from '@larksong/import';

/** A file that was dropped or chosen, with its path from the dropped folder on. */
export interface ImportFile extends ListedFile {
  file: File;
}

/** Returns files that were chosen; those of a folder have its name in their path. */
export function listChosen(files: Iterable<File>): ImportFile[] {
  return Array.from(files, (file) => toImportFile(file, file.webkitRelativePath || file.name));
}

/** Returns all files that were dropped, also those in dropped folders. Reads the list before the event ends. */
export function listDropped(data: DataTransfer): Promise<ImportFile[]> {
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return Promise.resolve(listChosen(data.files));
  return Promise.all(entries.map(listEntry)).then((lists) => lists.flat());
}

async function listEntry(entry: FileSystemEntry): Promise<ImportFile[]> {
  if (entry instanceof FileSystemFileEntry || entry.isFile)
    return [await readFile(entry as FileSystemFileEntry)];
  const reader = (entry as FileSystemDirectoryEntry).createReader(); // an entry is a file or a folder
  const found: ImportFile[] = [];
  // Each call returns at most 100 entries; an empty list is the end.
  for (let batch = await readEntries(reader); batch.length > 0; batch = await readEntries(reader))
    found.push(...(await Promise.all(batch.map(listEntry))).flat());
  return found;
}

function readEntries(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => {
    reader.readEntries(resolve, reject);
  });
}

function readFile(entry: FileSystemFileEntry): Promise<ImportFile> {
  return new Promise((resolve, reject) => {
    entry.file((file) => resolve(toImportFile(file, entry.fullPath.replace(/^\//, ''))), reject);
  });
}

function toImportFile(file: File, path: string): ImportFile {
  return { path, sizeBytes: file.size, file };
}

/** Returns the files without repetitions; of two with one path, the later one counts. */
export function uniteFiles(files: readonly ImportFile[]): ImportFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}
