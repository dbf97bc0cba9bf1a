import { mergeFindings, type Finding } from '@larksong/health';

const TITLES = { error: 'Error', warning: 'Warning', hint: 'Hint' };

export interface Report {
  isRunning: boolean;
  /** The most severe first. */
  findings: Finding[];
}

/** Returns the report on all findings, some of which may follow from others. */
export function toReport(findings: Finding[], { isRunning }: { isRunning: boolean }): Report {
  return { isRunning, findings: mergeFindings(findings) };
}

/** Returns the exit code: 1 if there is an error or a warning. Hints are offers. */
export function exitCodeOf({ findings }: Report): number {
  return findings.some(({ severity }) => severity !== 'hint') ? 1 : 0;
}

/** Returns one block for each finding, or a sentence that nothing was found. */
export function describeReport(report: Report): string {
  const { findings, isRunning } = report;
  const blocks = findings.map(
    ({ id, severity, sentence, remedy }) =>
      `${TITLES[severity]}: ${sentence}  [${id}]\n  What to do: ${remedy}`,
  );
  const where = isRunning ? '' : ' The site is not running; this is what can be checked without it.';
  const count = findings.filter(({ severity }) => severity !== 'hint').length;
  const end = count === 0 ? 'No problems found.' : `${count} ${count === 1 ? 'problem' : 'problems'} found.`;
  return [...blocks, `${end}${where}`].join('\n\n');
}
