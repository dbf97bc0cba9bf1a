import type { catalog } from '@larksong/contracts';
import { Check, MessageSquareX } from 'lucide-react';
import { useRef } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { KeyHelp } from '../../parts/deciding/key-help.tsx';
import { Problems } from '../../parts/deciding/problems.tsx';
import { SelectionBar } from '../../parts/deciding/selection-bar.tsx';
import { useFocusedItem } from '../../parts/deciding/use-focused-item.ts';
import { isField, usePageKeys } from '../../parts/deciding/use-page-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import { useSession } from '../auth/session.ts';
import { DecisionDialogs } from './decision-dialogs.tsx';
import { KEY_HELP, SUPERADMIN_KEYS, toKeyAction } from './keys.ts';
import { ListState, MoreComments } from './list-state.tsx';
import { ModeratedItem } from './moderated-item.tsx';
import { isChange } from './use-decisions.ts';
import type { useModeration } from './use-moderation.ts';
import { useWork, type Work } from './use-work.ts';
import styles from './moderation.module.css';

interface ModerationListProps {
  list: catalog.ModerationList;
  query: ReturnType<typeof useModeration>;
}

/** The comments of one list. Keys decide about the current one. */
export function ModerationList({ list, query }: ModerationListProps) {
  const t = useTexts();
  const work = useWork(query.data?.comments ?? [], list);
  const { decisions } = work;
  const place = useRef<HTMLElement>(null);
  usePageKeys(place, (press, target) => (isField(target) ? undefined : toKeyAction(press)), work.press);
  useFocusedItem(place, work.enter);
  return (
    <section ref={place} className={styles.list} aria-label={t(`moderation.list-${list}`)}>
      <Status className="sr-only">{decisions.said}</Status>
      <Problems
        problems={decisions.problems}
        toDismissLabel={({ title }) => t('moderation.dismiss', { title })}
        onDismiss={decisions.dismiss}
      />
      <ListState query={query} list={list} isEmpty={work.comments.length === 0} />
      {work.comments.length > 0 && <Items work={work} list={list} />}
      <MoreComments query={query} />
      <DecisionDialogs asking={work.asking} list={list} onDecide={work.decideAsked} onAsk={work.ask} />
    </section>
  );
}

function Items({ work, list }: { work: Work; list: catalog.ModerationList }) {
  const t = useTexts();
  const { isSuperadmin } = useSession();
  const { comments, chosen, current } = work;
  const keys = KEY_HELP.filter(([, action]) => isSuperadmin || !SUPERADMIN_KEYS.includes(action));
  return (
    <>
      <div className={styles.tools}>
        <Selection work={work} list={list} />
        <KeyHelp
          keys={keys.map(([names, action]) => [names, t(`moderation.key-${action}`)])}
          label={t('moderation.keys')}
        />
      </div>
      <ul className={styles.items}>
        {comments.map((comment) => (
          <ModeratedItem
            key={comment.id}
            comment={comment}
            list={list}
            isCurrent={comment.id === current?.id}
            isSelected={chosen.includes(comment)}
            work={work}
          />
        ))}
      </ul>
    </>
  );
}

function Selection({ work, list }: { work: Work; list: catalog.ModerationList }) {
  const t = useTexts();
  const { comments, chosen, selectAll, act } = work;
  const count = chosen.length;
  const isRefusal = list === 'waiting' && chosen.every(isChange);
  return (
    <SelectionBar
      label={count === 0 ? t('moderation.select-all') : t('moderation.selected', { count })}
      count={count}
      total={comments.length}
      onSelect={selectAll}
    >
      {list !== 'removed' && chosen.some(({ mayRemove }) => mayRemove) && (
        <Button variant="plain" onClick={() => act('remove', chosen)}>
          <MessageSquareX className="icon" aria-hidden />
          {t(isRefusal ? 'moderation.refuse-selected' : 'moderation.remove-selected', { count })}
        </Button>
      )}
      {chosen.some(({ mayApprove }) => mayApprove) && (
        <Button onClick={() => act('approve', chosen)}>
          <Check className="icon" aria-hidden />
          {t(`moderation.approve-${list}-selected`, { count })}
        </Button>
      )}
    </SelectionBar>
  );
}
