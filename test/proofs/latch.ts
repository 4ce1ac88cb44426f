/** What a test and a program wait for each other with. */
export class Latch {
  readonly opened: Promise<void>
  isOpen = false
  readonly #resolve: () => void

  constructor() {
    let resolve = (): void => undefined
    this.opened = new Promise<void>((done) => (resolve = done))
    this.#resolve = resolve
  }

  open(): void {
    this.isOpen = true
    this.#resolve()
  }
}
