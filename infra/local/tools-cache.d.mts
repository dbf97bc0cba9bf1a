export function chooseCache(environment: Record<string, string | undefined>, isRoot: boolean): string;
export function findForeignPart(path: string, trustedUids: readonly number[]): string | undefined;
