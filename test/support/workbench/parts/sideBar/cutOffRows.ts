/** Labels that are the state of a row. The description of such a row contains only details. */
const states = [
  'Connecting',
  'Reconnecting',
  'Unreachable',
  'Paused',
  'Failed',
  'Installing',
  'Updating',
  'Uninstalling',
  'Waiting',
  'Installed',
];

/** Runs in the window. Describes the rows of the side bar whose state is cut off, with the number of missing pixels. */
export const rowsCutOff = `(() => {
  // The width in pixels of the ellipsis that VS Code draws at the end of a row that is too long.
  const ellipsis = 13;
  const rightOf = (element) => element.getBoundingClientRect().right;
  /** Returns the right edge of the first characters of an element. */
  const endOf = (element, length) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let left = length;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const size = node.textContent.length;
      if (left > size) {
        left -= size;
        continue;
      }
      const range = document.createRange();
      range.setStart(node, 0);
      range.setEnd(node, left);
      return range.getBoundingClientRect().right;
    }
    return rightOf(element);
  };
  return [...document.querySelectorAll('.part.sidebar .monaco-list-row')].flatMap((row) => {
    const box = row.querySelector('.monaco-icon-label-container');
    const name = row.querySelector('.label-name');
    if (box === null || name === null) return [];
    const description = row.querySelector('.label-description');
    const text = description === null ? '' : description.textContent;
    const state = text.split(' · ')[0];
    const isInLabel = text === '' || ${JSON.stringify(states)}.includes(name.textContent);
    const last = text === '' ? name : description;
    const end = isInLabel ? rightOf(name) : endOf(description, state.length);
    const room = rightOf(last) > rightOf(box) + 0.5 ? rightOf(box) - ellipsis : rightOf(box);
    return end - room <= 0.5 ? [] : [name.textContent + ' | ' + text + ': ' + (end - room).toFixed(1) + ' px'];
  });
})()`;
