import type { auth } from '@larksong/contracts';

import { formatBytes } from '../../lib/bytes.ts';
import { formatAge, formatDate } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { toGivenRole } from '../auth/given-role.ts';
import { useSession } from '../auth/session.ts';
import { AccountDeletion } from './account-deletion.tsx';
import { CopyText } from './copy-text.tsx';
import { TeacherRights } from './teacher-rights.tsx';
import { useAccountActions } from './use-account-actions.ts';
import styles from './account-item.module.css';

/** An account with the actions that a superadmin can take on it. */
export function AccountItem({ account }: { account: auth.Account }) {
  const t = useTexts();
  const name = account.displayName ?? account.username;
  const actions = useAccountActions(account);
  const { user } = useSession();
  const isOwn = user?.id === account.id;
  return (
    <li className={classNames('panel', styles.accountItem)}>
      <Avatar name={name} />
      <div>
        <h2 className={styles.accountName} dir="auto">
          {name}
        </h2>
        <p className={classNames(styles.meta, 'small muted')}>
          <span dir="auto">{account.username}</span>
          <span>{account.email}</span>
        </p>
      </div>
      <Facts account={account} isOwn={isOwn} />
      {actions.sent !== undefined && (
        <div className={styles.wide}>
          <Message kind="good">{actions.sent}</Message>
        </div>
      )}
      <fieldset className={classNames('row', styles.wide)} aria-label={t('account.actions', { name })}>
        {/* Private videos are shared with an id. */}
        <CopyText what="id" content={account.id} />
        {account.role === 'user' && <Rights account={account} actions={actions} />}
        <Button variant="plain" busy={actions.busyWith === 'role'} onClick={() => void actions.changeRole()}>
          {t(account.role === 'superadmin' ? 'account.make-user' : 'account.make-superadmin')}
        </Button>
        <Button variant="plain" busy={actions.isSending} onClick={actions.sendReset}>
          {t('account.send-reset')}
        </Button>
        {/* Prevents superadmins from locking themselves out. */}
        {!isOwn && <Removal account={account} actions={actions} />}
      </fieldset>
    </li>
  );
}

interface PartProps {
  account: auth.Account;
  actions: ReturnType<typeof useAccountActions>;
}

function Rights(props: PartProps) {
  return (
    <>
      <TeacherRights account={props.account} />
      <Confirmation {...props} />
    </>
  );
}

/** Vouches for somebody whose email is not verified, so that they can write comments, or takes that back. */
function Confirmation({ account, actions }: PartProps) {
  const t = useTexts();
  const { isConfirmed } = account;
  // A verified email, and a role that somebody has given, say as much.
  const isNeeded = account.teacher === null && !account.emailVerified;
  if (!isNeeded || isConfirmed === undefined) return null;
  return (
    <Button variant="plain" busy={actions.busyWith === 'isConfirmed'} onClick={actions.changeConfirmed}>
      {t(isConfirmed ? 'account.take-confirmation-back' : 'account.confirm')}
    </Button>
  );
}

/** Disables or deletes somebody else's account, or takes that back. */
function Removal({ account, actions }: PartProps) {
  const t = useTexts();
  return (
    <>
      {!account.deletedFrom && (
        <Button
          variant={account.isDisabled ? 'plain' : 'danger'}
          busy={actions.busyWith === 'isDisabled'}
          onClick={() => void actions.changeDisabled()}
        >
          {t(account.isDisabled ? 'account.enable' : 'account.disable')}
        </Button>
      )}
      <AccountDeletion account={account} />
    </>
  );
}

function Facts({ account, isOwn }: { account: auth.Account; isOwn: boolean }) {
  const t = useTexts();
  const role = toGivenRole(account);
  return (
    <>
      <p className={classNames(styles.badges, styles.wide)}>
        <Badge kind={role === 'user' ? 'plain' : 'note'}>{t(`role.${role}`)}</Badge>
        {account.teacher && <TeacherFacts teacher={account.teacher} />}
        <Badge kind={account.emailVerified ? 'good' : 'plain'}>
          {t(account.emailVerified ? 'account.email-verified' : 'account.email-not-verified')}
        </Badge>
        {account.isConfirmed === true && !account.emailVerified && role === 'user' && (
          <Badge kind="good">{t('account.confirmed')}</Badge>
        )}
        {account.deletedFrom ? (
          <Badge kind="bad">{t('account.deleted-on', { date: formatDate(account.deletedFrom) })}</Badge>
        ) : (
          account.isDisabled && <Badge kind="bad">{t('account.disabled')}</Badge>
        )}
        {isOwn && <Badge>{t('account.own')}</Badge>}
      </p>
      <p className={classNames(styles.meta, 'small muted', styles.wide)}>
        <span>{t('account.member-since', { date: formatDate(account.createdAt) })}</span>
        <span>
          {account.lastSeenAt === null
            ? t('account.not-seen')
            : t('account.last-seen', { age: formatAge(account.lastSeenAt) })}
        </span>
        <code>{account.id}</code>
      </p>
    </>
  );
}

/** What a teacher may do more than others. */
function TeacherFacts({ teacher }: { teacher: auth.Teacher }) {
  const t = useTexts();
  return (
    <>
      {teacher.isTrusted && <Badge>{t('account.trusted')}</Badge>}
      {teacher.editsLetters && <Badge>{t('account.edits-letters')}</Badge>}
      {teacher.quotaBytes !== null && (
        <Badge>{t('account.space', { size: formatBytes(teacher.quotaBytes) })}</Badge>
      )}
    </>
  );
}
