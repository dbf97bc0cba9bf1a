/* A Vitest setup file: test files share a process and its storage, but not the state of the client's modules. */
import { vi } from 'vitest';

localStorage.clear(); // before the modules read it
sessionStorage.clear();
vi.resetModules();
