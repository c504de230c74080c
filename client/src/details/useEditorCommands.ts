/** Shows the commands of this extension on a detail page instead of the shell commands that do the same. */
import { omitUndefined } from '#core/common/json.ts';
import { replaceShellCommands, type EditorCommandOptions } from '#client/text/editorCommands.ts';
import type { DetailPage, DetailSection } from './detailPage.ts';

/**
 * Replaces the shell commands in the explanation of a page.
 * @param options undefined if no cluster is open to which the page applies
 */
export function useEditorCommands<Page extends DetailPage>(
  page: Page,
  options: EditorCommandOptions | undefined,
): Page {
  const replace = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : replaceShellCommands(text, options);
  return {
    ...page,
    cause: page.cause.map((text) => replaceShellCommands(text, options)),
    ...omitUndefined({ next: replace(page.next), todo: replace(page.todo) }),
    sections: page.sections.map((section) => withEditorCommands(section, replace)),
  };
}

function withEditorCommands(
  section: DetailSection,
  replace: (text: string | undefined) => string | undefined,
): DetailSection {
  if (section.kind === 'checks')
    return {
      ...section,
      items: section.items.map((item) => ({ ...item, ...omitUndefined({ todo: replace(item.todo) }) })),
    };
  if (section.kind === 'events')
    return {
      ...section,
      entries: section.entries.map((entry) => ({
        ...entry,
        ...omitUndefined({ explanation: replace(entry.explanation) }),
      })),
    };
  return section;
}
