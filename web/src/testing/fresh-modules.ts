/* A Vitest setup file: test files share a process and its storage, but not the state of the client's modules. */
import { vi } from 'vitest';

// Some files test without a browser. The modules read the storage when they are imported.
if (typeof window !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
}
vi.resetModules();
