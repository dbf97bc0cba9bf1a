/* A setup file of Vitest: test files share a process, but not what the client's modules remember. */
import { vi } from 'vitest';

vi.resetModules();
