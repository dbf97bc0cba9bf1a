export { AlphabetDialog } from './alphabet-dialog.tsx';
export { AlphabetPerch } from './alphabet-perch.tsx';
export { OnwardWays } from './onward-ways.tsx';
