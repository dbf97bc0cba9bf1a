export { SignIn as NestSignInPage } from '../../features/nest/sign-in.tsx';
