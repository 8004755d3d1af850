/**
 * How often the model was asked, as far as the events tell: whatever it says or does after its tools have finished is
 * said or done in a new turn. Tools that it asked for together but that ran one after the other count one each.
 */
export class TurnCount {
  count = 1;
  readonly #open = new Set<string>();
  #toolsAreDone = false;

  began(tool: string): void {
    this.said();
    this.#open.add(tool);
  }

  finished(tool: string): void {
    if (!this.#open.delete(tool)) this.said();
    this.#toolsAreDone = this.#open.size === 0;
  }

  isOpen(tool: string): boolean {
    return this.#open.has(tool);
  }

  said(): void {
    if (this.#toolsAreDone) this.count++;
    this.#toolsAreDone = false;
  }
}
