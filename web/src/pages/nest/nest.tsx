export { Frame as NestFrame, Gate as NestGate } from '../../features/nest/frame.tsx';
export { Place as NestPlacePage } from '../../features/nest/place.tsx';
export { NotHere as NotHerePage } from '../../features/nest/not-here.tsx';
