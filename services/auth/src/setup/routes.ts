import { auth } from '@larksong/contracts';
import { AppError, toClientNetwork, type Register } from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';

import type { Db } from '../db/tables.ts';
import { smtpServer } from '../mail/sender.ts';
import { tryMail } from '../mail/try-mail.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { toMailSettings, type SiteSettings } from '../site-settings/read-settings.ts';
import { findSiteLanguages } from '../site-texts/language-store.ts';
import { findSiteName } from '../site-texts/store.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { trimFields } from '../users/trim-fields.ts';
import { checkFolder } from './check-folder.ts';
import { isSetupCode, toSetupCode } from './code.ts';
import { finishSetup } from './finish-setup.ts';
import type { RestoreDesk } from './restore-desk.ts';
import type { SiteVisitors } from './site-visitors.ts';
import { findChosen, findGenerated, findOpenedAt } from './store.ts';

export interface SetupDeps {
  db: Db;
  passwords: PasswordHasher;
  throttle: Throttle;
  settings: SiteSettings;
  setup: {
    isOffered: boolean;
    authSecret: string;
    publicUrl: string;
    visitors: SiteVisitors;
    /** Whether a launcher can restart the site with another address, and with another folder. */
    canMove: { address: boolean; folder: boolean };
    /** Undefined without a launcher. */
    restoreDesk: RestoreDesk | undefined;
  };
}

/** Registers the calls of the page for the first start. */
export function registerSetup(register: Register, deps: SetupDeps): void {
  const { findCode, checkCode } = createSetupCode(deps);
  registerOpening(register, deps, checkCode);
  registerFinish(register, deps, checkCode);
  registerState(register, deps, findCode);
  registerRestore(register, { desk: deps.setup.restoreDesk, checkCode });
}

type FindCode = () => Promise<string | null>;
type CheckCode = (typed: string, request: FastifyRequest) => Promise<void>;

/** Returns how to find the code that opens the page, null while it is closed, and how to check an entered one. */
function createSetupCode({ db, setup, throttle }: SetupDeps): { findCode: FindCode; checkCode: CheckCode } {
  const findCode: FindCode = async () => {
    const openedAt = setup.isOffered ? await findOpenedAt(db) : undefined;
    return openedAt ? toSetupCode(setup.authSecret, openedAt) : null;
  };

  /** Throws NOT_FOUND if the page is closed, TOO_MANY_REQUESTS after many wrong codes, SETUP_CODE_WRONG. */
  const checkCode: CheckCode = async (typed, request) => {
    const code = await findCode();
    if (code === null) throw new AppError('NOT_FOUND');
    if (isSetupCode(typed, code)) return;
    await throttle.countSetupTry(toClientNetwork(request.ip));
    request.log.warn('a wrong code for the first start was entered');
    throw new AppError('SETUP_CODE_WRONG');
  };

  return { findCode, checkCode };
}

/** Registers the calls that fill in the page and try its settings for mail. */
function registerOpening(register: Register, deps: SetupDeps, checkCode: CheckCode): void {
  const { db, settings, setup } = deps;

  register(auth.openSetup, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store');
    await checkCode(body.code, request);
    const [generated, visitors] = await Promise.all([findGenerated(db), setup.visitors.find()]);
    return {
      data: {
        setup: {
          siteName: await findSiteName(db),
          registration: await settings.readRegistration(),
          ...(visitors && { visitors }),
          superadmin: generated ? { email: generated.email, username: generated.username } : null,
          publicUrl: setup.publicUrl,
          decided: {
            ...settings.decided,
            address: !setup.canMove.address,
            folder: !setup.canMove.folder,
          },
          canRestore: setup.restoreDesk !== undefined,
        },
      },
    };
  });

  register(auth.trySetupMail, async ({ body, request }) => {
    await checkCode(body.code, request);
    const siteName = await findSiteName(db);
    const entered = { ...toMailSettings(body.mail), PUBLIC_URL: setup.publicUrl };
    const server = smtpServer(entered);
    const { default: language } = await findSiteLanguages(db);
    if (server) await tryMail(server, { to: body.to, siteName, language, settings: entered });
    return { message: 'The test message is on its way.' };
  });
}

/** Registers the call that sets up the site. */
function registerFinish(register: Register, deps: SetupDeps, checkCode: CheckCode): void {
  const { setup } = deps;

  register(
    auth.finishSetup,
    async ({ body, request }) => {
      await checkCode(body.code, request);
      const publicUrl = new URL(setup.canMove.address ? body.publicUrl : setup.publicUrl).origin;
      const storageFolder = setup.canMove.folder ? body.storageFolder : '';
      if (storageFolder !== '') await checkFolder(storageFolder);
      // Before the site is in use; if something else fails, the form is sent again.
      if (body.visitors) await setup.visitors.save(body.visitors);
      await finishSetup(deps, { ...body, publicUrl, storageFolder, request });
      request.log.info('the site was set up');
      const restarts = publicUrl !== new URL(setup.publicUrl).origin || storageFolder !== '';
      return { message: 'The site is set up.', data: { restarts } };
    },
    {
      prepareBody: (body) => {
        trimFields(body, ['code', 'siteName', 'publicUrl', 'storageFolder']);
        trimFields((body as { superadmin?: unknown } | null)?.superadmin, [
          'email',
          'username',
          'displayName',
        ]); // safe for any body
      },
    },
  );
}

/** Registers the call by which the launcher asks what was chosen. */
function registerState(register: Register, { db, setup }: SetupDeps, findCode: FindCode): void {
  register(auth.getSetupState, async () => {
    const chosen = await findChosen(db);
    return {
      data: {
        code: await findCode(),
        chosen: chosen
          ? {
              publicUrl: chosen.public_url ?? setup.publicUrl,
              storageFolder: chosen.storage_folder ?? '',
              superadmin: { email: chosen.email, username: chosen.username },
            }
          : null,
        request: setup.restoreDesk?.findNext() ?? null,
      },
    };
  });
}

/** Registers the calls that restore a backup, which the launcher does. */
function registerRestore(
  register: Register,
  { desk, checkCode }: { desk: RestoreDesk | undefined; checkCode: CheckCode },
): void {
  register(
    auth.requestRestore,
    async ({ body: { code, ...asked }, request }) => {
      await checkCode(code, request);
      if (!desk) throw new AppError('UNAVAILABLE');
      if (asked.backup !== null) request.log.warn({ place: asked.place }, 'a restore was requested');
      return { data: { requestId: desk.add(asked) } };
    },
    { prepareBody: (body) => trimFields(body, ['code', 'place']) },
  );

  register(auth.getRestore, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    const restore = desk?.findOutcome(body.requestId);
    if (!restore) throw new AppError('NOT_FOUND');
    return { data: { restore } };
  });

  register(auth.reportRestore, async ({ body }) => {
    desk?.report(body.id, body.outcome);
    return {};
  });
}
