import { Check, Undo2 } from 'lucide-react';
import { useRef } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { KeyHelp } from '../../parts/deciding/key-help.tsx';
import { Problems } from '../../parts/deciding/problems.tsx';
import { SelectionBar } from '../../parts/deciding/selection-bar.tsx';
import { isField, usePageKeys } from '../../parts/deciding/use-page-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import { DecisionDialogs } from './decision-dialogs.tsx';
import { KEY_HELP, toKeyAction, type Place } from './keys.ts';
import { ListState, MoreVideos } from './list-state.tsx';
import { PendingItem } from './pending-item.tsx';
import { useApprovals, type ListName } from './use-approvals.ts';
import { useWork, type Work } from './use-work.ts';
import styles from './approvals.module.css';

/** The videos of one list, of which the current one is unfolded. */
export function PendingList({ list }: { list: ListName }) {
  const t = useTexts();
  const query = useApprovals(list);
  const work = useWork(query.data?.videos ?? []);
  const { decisions } = work;
  const place = useRef<HTMLElement>(null);
  usePageKeys(place, (press, target) => toKeyAction(press, toPlace(target)), work.press);
  return (
    <section ref={place} className={styles.list} aria-label={t(`approvals.view-${list}`)}>
      <Status className="sr-only">{decisions.said}</Status>
      <Problems
        problems={decisions.problems}
        toDismissLabel={({ title }) => t('approvals.dismiss', { title })}
        onDismiss={decisions.dismiss}
      />
      <ListState query={query} list={list} isEmpty={work.videos.length === 0} />
      {work.videos.length > 0 && <Items work={work} />}
      <MoreVideos query={query} />
      <DecisionDialogs
        asking={work.asking}
        onDecide={work.decide}
        onApproved={work.noteApproved}
        onClose={() => work.ask(null)}
      />
    </section>
  );
}

function Items({ work }: { work: Work }) {
  const t = useTexts();
  const { videos, chosen, current, playing, act } = work;
  return (
    <>
      <div className={styles.tools}>
        <Selection work={work} />
        <KeyHelp
          keys={KEY_HELP.map(([keys, action]) => [keys, t(`approvals.key-${action}`)])}
          label={t('approvals.keys')}
        />
      </div>
      <ul className={styles.items}>
        {videos.map((video) => (
          <PendingItem
            key={video.id}
            video={video}
            isCurrent={video.id === current?.id}
            isSelected={chosen.includes(video)}
            isPlaying={video.id === playing}
            onOpen={() => work.open(video.id)}
            onAct={(action) => act(action, video)}
          />
        ))}
      </ul>
    </>
  );
}

function Selection({ work: { videos, chosen, selectAll, ask } }: { work: Work }) {
  const t = useTexts();
  const count = chosen.length;
  return (
    <SelectionBar
      label={count === 0 ? t('approvals.select-all') : t('approvals.selected', { count })}
      count={count}
      total={videos.length}
      onSelect={selectAll}
    >
      <Button variant="plain" onClick={() => ask({ kind: 'send-back', videos: chosen })}>
        <Undo2 className="icon points" aria-hidden />
        {t('approvals.send-back-selected', { count })}
      </Button>
      <Button onClick={() => ask({ kind: 'approve', videos: chosen })}>
        <Check className="icon" aria-hidden />
        {t('approvals.approve-selected', { count })}
      </Button>
    </SelectionBar>
  );
}

function toPlace(target: Element): Place {
  if (isField(target)) return 'field';
  return target.closest('[data-approval-player]') === null ? 'page' : 'player';
}
