export interface Commit {
  hash: string;
  message: string;
  changedLines: number;
}

export function findFaults(message: string, changedLines: number): string[];
export function listCommitsSinceRule(root: string): Commit[];
