/** Makes the button of narrow screens open and close the menu of sections. Escape and the choice of a section also close the menu. */
export function initMenu() {
  const button = document.getElementById('menu-button')
  const menu = document.getElementById('menu')
  if (!button || !menu) return

  function setMenuOpen(isOpen: boolean) {
    menu!.hidden = !isOpen
    button!.setAttribute('aria-expanded', String(isOpen))
  }

  button.addEventListener('click', () => setMenuOpen(menu.hidden !== false))
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) setMenuOpen(false)
  })
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || menu.hidden !== false) return
    setMenuOpen(false)
    button.focus()
  })
}
