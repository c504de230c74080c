/** Options of sessions whose folder isn't trusted. */
import type { HostOptions } from './hosts.ts';

/** The window is in Restricted Mode, and VS Code doesn't ask whether to trust the folder. */
export const restrictedFolder: HostOptions = {
  trust: true,
  settings: {
    'security.workspace.trust.enabled': true,
    'security.workspace.trust.startupPrompt': 'never',
    'security.workspace.trust.banner': 'never',
  },
};
