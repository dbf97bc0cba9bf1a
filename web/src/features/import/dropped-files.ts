import type { ListedFile } from '@larksong/import';

/** A file that was dropped or chosen, with its path from the dropped folder on. */
export interface ImportFile extends ListedFile {
  file: File;
}

/** Returns files that were chosen; those of a folder have its name in their path. */
export function listChosen(files: Iterable<File>): ImportFile[] {
  return Array.from(files, (file) => toImportFile(file, file.webkitRelativePath || file.name));
}

/** The dropped files, and the paths of those that the browser cannot read. */
export interface DroppedFiles {
  files: ImportFile[];
  unreadable: string[];
}

/** Returns all files that were dropped, also those in dropped folders. Reads the list before the event ends. */
export async function listDropped(data: DataTransfer): Promise<DroppedFiles> {
  return unite(await Promise.all(Array.from(data.items, listItem)));
}

function listItem(item: DataTransferItem): Promise<DroppedFiles> {
  const entry = item.webkitGetAsEntry();
  if (entry?.isDirectory) return listEntry(entry);
  const file = item.getAsFile();
  return Promise.resolve({ files: file ? listChosen([file]) : [], unreadable: [] });
}

/** Never rejects, so that one file without permission does not keep all others from being listed. */
async function listEntry(entry: FileSystemEntry): Promise<DroppedFiles> {
  try {
    if (entry.isFile) return { files: [await readFile(entry as FileSystemFileEntry)], unreadable: [] };
    const reader = (entry as FileSystemDirectoryEntry).createReader(); // an entry is a file or a folder
    const found: DroppedFiles[] = [];
    // Each call returns at most 100 entries; an empty list is the end.
    for (let batch = await readEntries(reader); batch.length > 0; batch = await readEntries(reader))
      found.push(...(await Promise.all(batch.map(listEntry))));
    return unite(found);
  } catch {
    return { files: [], unreadable: [toPath(entry)] };
  }
}

function unite(parts: readonly DroppedFiles[]): DroppedFiles {
  return {
    files: parts.flatMap(({ files }) => files),
    unreadable: parts.flatMap(({ unreadable }) => unreadable),
  };
}

function readEntries(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => {
    reader.readEntries(resolve, reject);
  });
}

function readFile(entry: FileSystemFileEntry): Promise<ImportFile> {
  return new Promise((resolve, reject) => {
    entry.file((file) => resolve(toImportFile(file, toPath(entry))), reject);
  });
}

function toPath({ fullPath }: FileSystemEntry): string {
  return fullPath.replace(/^\//, '');
}

function toImportFile(file: File, path: string): ImportFile {
  return { path, sizeBytes: file.size, file };
}

/** Returns the files without repetitions; of two with one path, the later one counts. */
export function uniteFiles(files: readonly ImportFile[]): ImportFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}
