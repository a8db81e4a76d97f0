export function installIsCurrent(root: string): boolean;
export function rememberInstall(root: string): void;
export function pinnedNode(root: string): { path: string; env: NodeJS.ProcessEnv };
export function runNpm(root: string, args: string[]): Promise<number>;
export function pinnedVersion(root: string): string;
