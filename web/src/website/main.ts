import { initForms } from './forms.ts'
import { initMenu } from './menu.ts'
import { showSignedInName } from './signed-in-name.ts'

initMenu()
initForms()
showSignedInName()
