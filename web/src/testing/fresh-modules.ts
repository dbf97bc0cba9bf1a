/* A Vitest setup file: test files share a process, but not the state of the client's modules. */
import { vi } from 'vitest';

vi.resetModules();
