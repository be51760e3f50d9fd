import { wireForms } from './forms.ts'
import { wireMenu } from './menu.ts'
import { showSignedInName } from './signed-in-name.ts'

wireMenu()
wireForms()
showSignedInName()
