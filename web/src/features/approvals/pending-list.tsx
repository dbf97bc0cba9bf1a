import { useRef } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Status } from '../../ui/status.tsx';
import { DecisionDialogs } from './decision-dialogs.tsx';
import { KeyHelp } from './key-help.tsx';
import { ListState, MoreVideos } from './list-state.tsx';
import { PendingItem } from './pending-item.tsx';
import { Problems } from './problems.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useApprovals, type ListName } from './use-approvals.ts';
import { useKeys } from './use-keys.ts';
import { useWork, type Work } from './use-work.ts';
import styles from './approvals.module.css';

/** The videos of one list, of which the current one is unfolded. */
export function PendingList({ list }: { list: ListName }) {
  const t = useTexts();
  const query = useApprovals(list);
  const work = useWork(query.data?.videos ?? []);
  const { decisions } = work;
  const place = useRef<HTMLElement>(null);
  useKeys(place, work.press);
  return (
    <section ref={place} className={styles.list} aria-label={t(`approvals.view-${list}`)}>
      <Status className="sr-only">{decisions.said}</Status>
      <Problems problems={decisions.problems} onDismiss={decisions.dismiss} />
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
  const { videos, chosen, current, playing, ask, act } = work;
  return (
    <>
      <div className={styles.tools}>
        <SelectionBar
          count={chosen.length}
          total={videos.length}
          onSelect={work.selectAll}
          onApprove={() => ask({ kind: 'approve', videos: chosen })}
          onSendBack={() => ask({ kind: 'send-back', videos: chosen })}
        />
        <KeyHelp />
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
