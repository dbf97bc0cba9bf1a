/* What the chunk of `chunk.ts` contains. */
export { AddToListDialog } from './add-to-list-dialog.tsx';
export { SelectionBar } from './selection-bar.tsx';
export { SongMenu } from './song-menu.tsx';
