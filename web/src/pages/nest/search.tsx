export { Search as NestSearchPage } from '../../features/nest/search/search.tsx';
