export { Play as NestPlayPage } from '../../features/nest/player/play.tsx';
