// What the blocks and marks of a call's timeline stand for, in words below it.

/** Says under the timeline what a block or mark stands for: the one that is pointed at, has the focus, or is heard. */
export class ReadOut {
  constructor(timeline) {
    this.line = timeline.querySelector('[data-readout]');
    this.hint = this.line.textContent;
    this.told = new Map();
    for (const title of timeline.querySelectorAll('.mark > title')) {
      this.told.set(title.parentElement, title.textContent.split('\n'));
      title.remove();
    }
    this.line.hidden = false;
    const markAt = ({ target }) => target.closest('.mark');
    timeline.addEventListener('pointerover', (event) => this.tell('pointed', markAt(event)));
    timeline.addEventListener('pointerleave', () => this.tell('pointed', null));
    timeline.addEventListener('focusin', (event) => this.tell('focused', markAt(event)));
    timeline.addEventListener('focusout', () => this.tell('focused', null));
  }

  tell(by, mark) {
    this[by] = mark;
    const lines = this.told.get(this.pointed ?? this.focused ?? this.heard);
    this.line.replaceChildren(...(lines ? inWords(lines) : [this.hint]));
  }
}

function inWords([name, ...more]) {
  const strong = document.createElement('strong');
  strong.textContent = name;
  return [strong, ` ${more.join(' ')}`];
}
