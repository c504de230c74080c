/** What commands and views are given: one object, passed explicitly. */
import { Uri, type ExtensionContext } from 'vscode';
import { createLanguage, type Language } from './language/language.ts';
import { createLog, type Log } from './log.ts';
import { createNotify, type Notify } from './notify.ts';
import { policyRoom } from './policy/doors.ts';
import type { PolicyRoom } from './policy/room.ts';
import { createSettings, type Settings } from './settings.ts';

export interface Services {
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: Settings;
  readonly language: Language;
  /** The policy room, loaded when first asked for. */
  readonly policy: () => Promise<PolicyRoom>;
  /** A file that comes with the extension. */
  readonly shipped: (...path: string[]) => Uri;
}

/** Builds them all; what must end with the extension is registered to end with it. */
export function createServices(context: ExtensionContext): Services {
  const log = createLog();
  const notify = createNotify(log);
  const settings = createSettings();
  const shipped = (...path: string[]) => Uri.joinPath(context.extensionUri, ...path);
  const language = createLanguage({ log, notify, settings, shipped });
  const room = policyRoom({ log, notify, settings, language, shipped });
  context.subscriptions.push(log, language, room);
  return { log, notify, settings, language, shipped, policy: room.enter };
}
