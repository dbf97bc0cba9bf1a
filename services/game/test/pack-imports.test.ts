import { randomBytes } from 'node:crypto';

import type { game } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  apple,
  applePack,
  colour,
  importOf,
  manifest,
  packCalls,
  PACKS,
  PICTURE,
  short,
  SOUND,
} from './packs.ts';
import { startGame, type Reply, type TestGame } from './support.ts';
import { buildZip, type BuiltEntry } from './zip-builder.ts';

const ABSENT = '00000000-0000-7000-8000-000000000000';
const MAX_BYTES = 8 * 1024 * 1024;

let service: TestGame;
let packs: ReturnType<typeof packCalls>;
let png: Buffer;
beforeAll(async () => {
  service = await startGame({ maxPackBytes: MAX_BYTES, maxMediaBytes: 1024 * 1024, stallSeconds: 5 });
  packs = packCalls(service);
  png = await colour('teal');
});
afterAll(() => service?.stop());
beforeEach(() => service.clear());

describe('ten broken packs', () => {
  const inPack = (...entries: BuiltEntry[]) => buildZip([manifest({ A: [apple] }), ...entries]);
  const lie = 900_000_000;
  const broken: [name: string, zip: () => Uint8Array, status: number, message: RegExp][] = [
    ['that is empty', () => Buffer.alloc(0), 400, /The file is empty/],
    ['that is a picture', () => png, 400, /not a zip, or it is damaged/],
    ['that is cut off', () => applePack(png).subarray(0, -30), 400, /not a zip, or it is damaged/],
    ['without a manifest', () => buildZip([{ path: PICTURE, data: png }]), 400, /it has no pack\.json/],
    [
      'with a damaged manifest',
      () => buildZip([{ path: 'pack.json', data: '{"for' }]),
      400,
      /not valid JSON/,
    ],
    ['of another program', () => buildZip([{ path: 'pack.json', data: '{}' }]), 400, /something else/],
    [
      'of the future',
      () => buildZip([{ path: 'pack.json', data: '{"format":"larksong-pack","version":9}' }]),
      400,
      /newer version/,
    ],
    [
      'that is a bomb',
      () => inPack({ path: PICTURE, data: '', sizeBytes: lie }),
      400,
      /unpacks to more than 8 MB/,
    ],
    [
      'whose files overlap',
      () => inPack({ path: PICTURE, data: png }, { path: SOUND, data: png, sharedWith: 1 }),
      400,
      /Files of this zip overlap/,
    ],
    [
      'that is too large',
      () => Buffer.alloc(MAX_BYTES + 1),
      413,
      /larger than the 8 MB that can be imported/,
    ],
  ];

  it.each(broken)(
    'a pack %s is refused in words, and nothing of it stays',
    async (_name, toZip, status, message) => {
      const answer = await packs.send(toZip());
      expect([answer.status, answer.body.success]).toEqual([status, false]);
      expect(answer.body.message).toMatch(message);
      await service.sweep();
      expect(await service.keys()).toEqual([]);
      expect(importsOf(await service.call('GET', PACKS))).toBeNull();
    },
  );

  const importsOf = ({ body }: Reply) => (body.data as unknown as { import: game.PackImport | null }).import;
});

describe('the import of a pack', () => {
  const letters = { A: ['ant', 'apple', 'arm'].map((name) => ({ name, picture: `${name}.png` })) };
  const three = () =>
    buildZip([manifest(letters), ...letters.A.map(({ picture }) => ({ path: picture, data: png }))]);

  it('an import continues after a restart, and no step is done twice', async () => {
    const { id } = importOf(await packs.send(three()));
    const stop = new AbortController();
    let count = 0;
    const stopAfterTwo = () => {
      count += 1;
      if (count === 4) stop.abort(); // two lines for each name
    };
    await service.runImports({ onResult: stopAfterTwo }, stop.signal);
    expect(await packs.read(id)).toMatchObject({ state: 'running', doneCount: 2, stepCount: 3, lines: [] });
    await service.runImports();
    const lines = await packs.readLines(id);
    expect(lines.map(({ name, part, result }) => `${name} ${part} ${result}`)).toEqual([
      'ant cards added',
      'ant picture added',
      'apple cards added',
      'apple picture added',
      'arm cards added',
      'arm picture added',
    ]);
    expect(await service.db.selectFrom('items').selectAll().execute()).toHaveLength(6);
    await service.sweep();
    expect(await service.keys()).toHaveLength(3); // the zip is removed
  });

  it('an import is taken over from a process that died, and left alone while its process lives', async () => {
    const { id } = importOf(await packs.send(three()));
    await claim();
    await service.runImports();
    expect((await packs.read(id)).state).toBe('running');
    await expire();
    await service.runImports();
    expect(await packs.readLines(id)).toHaveLength(6);
  });

  const claim = () =>
    service.db
      .updateTable('pack_imports')
      .set({ token: ABSENT, claimed_until: new Date(Date.now() + 60_000), tries: 1 })
      .execute();
  const expire = () =>
    service.db
      .updateTable('pack_imports')
      .set({ claimed_until: new Date(0) })
      .execute();

  it('a step that ended three processes is left out, and the others are not', async () => {
    const { id } = importOf(await packs.send(three()));
    await service.db
      .updateTable('pack_imports')
      .set({ token: ABSENT, claimed_until: new Date(0), tries: 3 })
      .execute();
    await service.runImports();
    const lines = await packs.readLines(id);
    expect(lines.map(({ name, result }) => `${name} ${result}`)).toEqual([
      'ant refused',
      'apple added',
      'apple added',
      'arm added',
      'arm added',
    ]);
    expect(lines[0]?.reason).toMatch(/made the server stop several times/);
    expect(lines[0]?.explanation).toEqual({ reason: 'packed.left-out' });
  });

  it('an outage of storage delays an import and loses nothing', async () => {
    const { id } = importOf(await packs.send(three()));
    const { storage } = service;
    let writes = 0;
    const away = new Proxy(storage, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== 'put') return typeof value === 'function' ? value.bind(target) : value;
        return (...put: Parameters<typeof storage.put>) => {
          writes += 1;
          return writes === 2 ? Promise.reject(new AppError('UNAVAILABLE')) : storage.put(...put);
        };
      },
    });
    await expect(service.runImports({ storage: away })).rejects.toThrow(AppError);
    for (let round = 0; round < 3; round += 1) {
      writes = 0;
      await service.runImports({ storage: away }).catch(() => {}); // whose write is the second depends on chance
    }
    await service.runImports();
    expect(await packs.readLines(id)).toHaveLength(6);
    await service.sweep();
    expect(await service.keys()).toHaveLength(3);
  });

  it('two processes and a superadmin who edits at the same time leave no name twice', async () => {
    const { id } = importOf(await packs.send(three()));
    const letter = await service.addLetter('A');
    const rounds = [1, 2].map(() => service.runImports().catch(() => {}));
    await Promise.all([...rounds, service.addPair(letter, 'ant'), service.addPair(letter, 'bee')]);
    await expire();
    await service.runImports();
    const lines = await packs.readLines(id);
    expect(lines).toHaveLength(6);
    const names = await service.db
      .selectFrom('items')
      .select(({ fn }) => ['name', fn.countAll<string>().as('count')])
      .groupBy('name')
      .orderBy('name')
      .execute();
    expect(names.map(({ name }) => name)).toEqual(['ant', 'apple', 'arm', 'bee']);
  });

  it('a second pack waits for the first', async () => {
    const [first, second] = [importOf(await packs.send(three())), importOf(await packs.send(applePack(png)))];
    await service.runImports();
    expect(await packs.readLines(first.id)).toHaveLength(6);
    expect(short(await packs.readLines(second.id))).toEqual([
      'cards present',
      'picture present',
      'sound added',
    ]);
  });

  it('a pack is refused before its body is read: to others than superadmins, and while another is received', async () => {
    for (const as of [null, service.member]) {
      const { status } = await service.call('POST', PACKS, { as, binary: new Uint8Array(applePack(png)) });
      expect(status).toBe(as ? 403 : 401);
    }
    const answers = await Promise.all([1, 2].map(() => packs.send(randomBytes(MAX_BYTES - 1))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 503]));
  });

  it('an unknown import is not found', async () => {
    const { status, body } = await service.call('GET', `${PACKS}/${ABSENT}`);
    expect([status, body.code]).toEqual([404, 'IMPORT_NOT_FOUND']);
  });
});
