import { wireForms } from './forms.ts'
import { wireMenu } from './menu.ts'
import { nameWhoIsHere } from './who.ts'

wireMenu()
wireForms()
nameWhoIsHere()
