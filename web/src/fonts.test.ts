// @vitest-environment node
import { glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { ALPHABETS, LANGUAGES, type Language } from '@larksong/contracts';
import { listSources, readCatalogue, SCREEN_GROUPS } from '@larksong/languages';
import { create, type Font } from 'fontkit';
import { describe, expect, test } from 'vitest';
