/** Makes the section menu of narrow screens open and close by its button. Escape and the choice of a section close it too. */
export function wireMenu() {
  const button = document.getElementById('menu-button')
  const menu = document.getElementById('menu')
  if (!button || !menu) return

  function show(isOpen: boolean) {
    menu!.hidden = !isOpen
    button!.setAttribute('aria-expanded', String(isOpen))
  }

  button.addEventListener('click', () => show(menu.hidden !== false))
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) show(false)
  })
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || menu.hidden !== false) return
    show(false)
    button.focus()
  })
}
