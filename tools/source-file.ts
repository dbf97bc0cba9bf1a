/** A file of the repository: its path from the root, with slashes, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}
