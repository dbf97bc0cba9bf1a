/* A Vitest setup file: React's development build records a stack for each element, for warnings in the console of a
   browser. Nobody reads them here, and they take a quarter of the time of the tests. React counts them and stops at 10,000. */
import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

const internals = (React as unknown as Record<string, object | undefined>)[INTERNALS]; // not in React's types
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {}, // React begins to count again each second
  });
