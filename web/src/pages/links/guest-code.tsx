export { CodePage as GuestCodePage } from '../../features/guest/code-page.tsx';
