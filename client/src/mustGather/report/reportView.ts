/**
 * Describes the data of the must-gather report page and the messages that the page can send. The extension and the page
 * both import this file, so it uses neither VS Code nor the DOM.
 */
import { getIndexField, getMessageType, getStringField } from '#client/webview/message.ts';

export interface ReportView {
  readonly type: 'report';
  readonly title: string;
  /** Pairs of name and value. */
  readonly facts: readonly (readonly [string, string])[];
  readonly head: string;
  readonly findings: readonly FindingView[];
  readonly gaps: readonly string[];
  readonly platform: PlatformView;
}

/** Problems that OpenShift sandboxed containers doesn't cause. */
export interface PlatformView {
  readonly title: string;
  /** Problems, and notes without evidence. */
  readonly lines: readonly { readonly text: string; readonly evidence?: FileView }[];
}

export interface FindingView {
  /** Subject and finding, such as `Node worker-1: A node is degraded`. */
  readonly headline: string;
  /** Severity. The page must not show it by color or icon only. */
  readonly health: 'failed' | 'attention';
  /** Explanation with `code` spans. */
  readonly meaning: string;
  readonly follows?: string;
  readonly next?: string;
  readonly todo?: string;
  readonly docs?: { readonly title: string; readonly url: string };
  /** Evidence by file, in the order of the report. */
  readonly evidence: readonly FileView[];
}

export interface FileView {
  /** File name with invisible characters escaped. */
  readonly file: string;
  /** @property index index of the line in the evidence of the finding */
  readonly lines: readonly { readonly index: number; readonly line: number; readonly text: string }[];
}

export const exportFormats = ['md', 'json', 'sarif'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Message from the page. It identifies evidence by index, so that text from an archive is never used as an address. */
export type ReportMessage =
  | { readonly type: 'show'; readonly finding: number; readonly line: number }
  | { readonly type: 'showPlatform'; readonly line: number }
  | { readonly type: 'copy' }
  | { readonly type: 'export'; readonly format: ExportFormat };

/** Parses a message from the page. Returns undefined if it is invalid. */
export function readReportMessage(message: unknown): ReportMessage | undefined {
  switch (getMessageType(message)) {
    case 'show': {
      const [finding, line] = [getIndexField(message, 'finding'), getIndexField(message, 'line')];
      return finding === undefined || line === undefined ? undefined : { type: 'show', finding, line };
    }
    case 'showPlatform': {
      const line = getIndexField(message, 'line');
      return line === undefined ? undefined : { type: 'showPlatform', line };
    }
    case 'copy':
      return { type: 'copy' };
    case 'export': {
      const format = exportFormats.find((one) => one === getStringField(message, 'format'));
      return format === undefined ? undefined : { type: 'export', format };
    }
    default:
      return undefined;
  }
}
