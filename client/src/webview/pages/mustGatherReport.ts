/** The page with the report of a must-gather. */
import * as l10n from '@vscode/l10n';
import {
  exportFormats,
  type FileView,
  type FindingView,
  type ReportMessage,
  type ReportView,
} from '#client/mustGather/report/reportView.ts';
import { createElement, createLinkButton, createIcon, renderInlineCode } from './dom.ts';
import { connectPage } from './connectPage.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';

const title = createElement('h1');
const facts = createElement('tbody');
const head = createElement('p', { role: 'status' });
const findings = createElement('div');
const gaps = createElement('div');
const platform = createElement('section');
const tools = createElement('div', { class: 'tools', role: 'group', 'aria-label': l10n.t`Share` });
document
  .querySelector('#page')
  ?.append(
    title,
    tools,
    createElement('table', { class: 'facts' }, createElement('caption', {}, l10n.t`Must-gather details`), facts),
    head,
    findings,
    gaps,
    platform,
  );

const host = connectPage<ReportView, ReportMessage>('report', show);
const formatNames = { md: 'Markdown', json: 'JSON', sarif: 'SARIF' } as const;
tools.append(
  createLinkButton(l10n.t`Copy as Markdown`, l10n.t`Copy as Markdown`, () => host.send({ type: 'copy' })),
  ...exportFormats.map((format) =>
    createLinkButton(l10n.t`Export ${formatNames[format]}`, l10n.t`Export ${formatNames[format]}`, () =>
      host.send({ type: 'export', format }),
    ),
  ),
);

function show(view: ReportView): void {
  title.textContent = sanitizeLabel(view.title);
  facts.replaceChildren(
    ...view.facts.map(([name, value]) =>
      createElement('tr', {}, createElement('th', { scope: 'row' }, name), createElement('td', {}, value)),
    ),
  );
  head.textContent = sanitizeLabel(view.head);
  findings.replaceChildren(...view.findings.map(findingOf));
  gaps.replaceChildren(
    ...(view.gaps.length === 0
      ? []
      : [
          createElement('h2', {}, l10n.t`Missing data`),
          createElement('ul', {}, ...view.gaps.map((gap) => createElement('li', {}, gap))),
        ]),
  );
  platform.replaceChildren(
    createElement('h2', {}, view.platform.title),
    createElement('ul', {}, ...view.platform.lines.map(platformLine)),
  );
}

function platformLine({ text, evidence }: ReportView['platform']['lines'][number], index: number): HTMLElement {
  return createElement(
    'li',
    {},
    createElement('span', {}, text),
    evidence === undefined ? undefined : evidenceOf(evidence, () => host.send({ type: 'showPlatform', line: index })),
  );
}

function findingOf(finding: FindingView, index: number): HTMLElement {
  const id = `finding-${index}`;
  const paragraph = (before: string, text: string | undefined) =>
    text === undefined
      ? undefined
      : createElement(
          'p',
          {},
          before === '' ? undefined : createElement('strong', {}, `${before} `),
          ...renderInlineCode(text),
        );
  const [before = '', after = ''] = l10n.t('See {0}.', '\n').split('\n');
  return createElement(
    'section',
    { 'aria-labelledby': id },
    createElement(
      'h2',
      { id, class: finding.health === 'failed' ? 'bad verdict' : 'open verdict' },
      createIcon(finding.health === 'failed' ? 'cross' : 'warning'),
      createElement('span', {}, `${index + 1}. ${finding.headline}`),
    ),
    paragraph('', finding.meaning),
    paragraph('', finding.follows),
    paragraph(l10n.t`Next:`, finding.next),
    paragraph(l10n.t`To do:`, finding.todo),
    finding.docs === undefined
      ? undefined
      : createElement('p', {}, before, createElement('a', { href: finding.docs.url }, finding.docs.title), after),
    finding.evidence.length === 0
      ? undefined
      : createElement(
          'div',
          { role: 'group', 'aria-label': l10n.t`Evidence` },
          ...finding.evidence.map((file) =>
            evidenceOf(file, (line) => host.send({ type: 'show', finding: index, line })),
          ),
        ),
  );
}

function evidenceOf({ file, lines }: FileView, show: (line: number) => void): HTMLElement {
  return createElement(
    'div',
    { class: 'evidence' },
    createElement('div', { class: 'quiet' }, file),
    createElement(
      'ul',
      {},
      ...lines.map(({ index, line, text }) =>
        createElement(
          'li',
          { class: 'mono' },
          createLinkButton(`${line}`, `${file}:${line}: ${text}`, () => show(index)),
          createElement('span', {}, text),
        ),
      ),
    ),
  );
}
