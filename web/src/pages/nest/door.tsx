export { Door as NestDoorPage } from '../../features/nest/door/door.tsx';
