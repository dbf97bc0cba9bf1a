export { Play as NestPlayPage } from '../../features/nest/play.tsx';
