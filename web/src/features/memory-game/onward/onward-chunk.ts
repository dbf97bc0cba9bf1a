export { AlphabetDialog } from '../letters/alphabet-dialog.tsx';
export { AlphabetPerch } from '../letters/alphabet-perch.tsx';
export { OnwardWays } from './onward-ways.tsx';
